#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks a SARIF log on standard input against what version 2.1.0 asks of the parts we write.

The constraints are those of the standard's sections 3.13 (log), 3.14 (run), 3.19 (driver), 3.27
(result), 3.30 (region), 3.49 (rule) and 3.55-3.57 (fixes).
"""
import json
import sys
import urllib.parse

LEVELS = {"none", "note", "warning", "error"}


def need(condition, message):
    if not condition:
        sys.exit("not SARIF 2.1.0: " + message)


def keys(value, where, required, allowed):
    need(isinstance(value, dict), f"{where} is not an object")
    for key in required:
        need(key in value, f"{where} lacks {key}")
    for key in value:
        need(key in required or key in allowed, f"{where} has the unknown key {key}")


def message(value, where):
    keys(value, where, ["text"], [])
    need(isinstance(value["text"], str) and value["text"], f"{where}.text is empty")


def whole(value, where, least):
    need(isinstance(value, int) and not isinstance(value, bool), f"{where} is not an integer")
    need(value >= least, f"{where} is below {least}")


def uri(value, where):
    keys(value, where, ["uri"], [])
    text = value["uri"]
    need(all(33 <= ord(c) < 127 and c not in '"<>\\^`{|}' for c in text), f"{where}: {text}")
    parts = urllib.parse.urlsplit(text)
    need(parts.scheme in ("", "file"), f"{where} has the scheme {parts.scheme}")
    need(not parts.query and not parts.fragment, f"{where} has a query or fragment")
    need((parts.scheme == "file") == parts.path.startswith("/"), f"{where} is absolute: {text}")


def region(value, where):
    keys(value, where, [], ["startLine", "startColumn", "endLine", "endColumn", "byteOffset",
                            "byteLength"])
    need("startLine" in value or "byteOffset" in value, f"{where} says nothing")
    for key in ("startLine", "startColumn", "endLine", "endColumn"):
        if key in value:
            need("startLine" in value, f"{where} lacks startLine")
            whole(value[key], f"{where}.{key}", 1)
    for key in ("byteOffset", "byteLength"):
        if key in value:
            whole(value[key], f"{where}.{key}", 0)
    if "endLine" in value:
        start = (value["startLine"], value.get("startColumn", 1))
        end = (value["endLine"], value.get("endColumn", sys.maxsize))
        need(end >= start, f"{where} ends before it starts")


def locations(value, where):
    need(isinstance(value, list) and value, f"{where} is empty")
    for location in value:
        keys(location, where, ["physicalLocation"], [])
        physical = location["physicalLocation"]
        keys(physical, where, ["artifactLocation"], ["region"])
        uri(physical["artifactLocation"], where)
        if "region" in physical:
            region(physical["region"], where)


def rule(value, where):
    keys(value, where, ["id", "shortDescription", "fullDescription", "defaultConfiguration"], [])
    message(value["shortDescription"], where)
    message(value["fullDescription"], where)
    keys(value["defaultConfiguration"], where, ["level"], [])
    need(value["defaultConfiguration"]["level"] in LEVELS, f"{where} has an odd level")


def fix(value, where):
    keys(value, where, ["artifactChanges"], ["description"])
    message(value["description"], where)
    need(value["artifactChanges"], f"{where} changes nothing")
    for change in value["artifactChanges"]:
        keys(change, where, ["artifactLocation", "replacements"], [])
        uri(change["artifactLocation"], where)
        need(change["replacements"], f"{where} replaces nothing")
        for replacement in change["replacements"]:
            keys(replacement, where, ["deletedRegion"], ["insertedContent"])
            region(replacement["deletedRegion"], where)
            if "insertedContent" in replacement:
                keys(replacement["insertedContent"], where, ["text"], [])


def result(value, where, rules):
    keys(value, where, ["ruleId", "ruleIndex", "level", "message", "locations"],
         ["fixes", "occurrenceCount"])
    whole(value["ruleIndex"], where, 0)
    need(value["ruleIndex"] < len(rules), f"{where}.ruleIndex is too large")
    need(rules[value["ruleIndex"]]["id"] == value["ruleId"], f"{where}: ruleIndex and ruleId")
    need(value["level"] in LEVELS, f"{where} has an odd level")
    message(value["message"], where)
    locations(value["locations"], where)
    if "occurrenceCount" in value:
        whole(value["occurrenceCount"], where, 1)
    for entry in value.get("fixes", []):
        fix(entry, where)


def main():
    log = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    keys(log, "log", ["version", "runs"], ["$schema"])
    need(log["version"] == "2.1.0", "version")
    need("sarif-2.1.0" in log["$schema"], "$schema")
    need(len(log["runs"]) == 1, "one run")
    run = log["runs"][0]
    keys(run, "run", ["tool", "results"], ["columnKind", "invocations"])
    need(run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints"), "columnKind")
    keys(run["tool"], "tool", ["driver"], [])
    driver = run["tool"]["driver"]
    keys(driver, "driver", ["name"], ["version", "semanticVersion", "rules"])
    ids = [entry["id"] for entry in driver["rules"]]
    need(len(ids) == len(set(ids)), "rule ids are not unique")
    for entry in driver["rules"]:
        rule(entry, f"rule {entry.get('id')}")
    for number, entry in enumerate(run["results"]):
        result(entry, f"result {number}", driver["rules"])
    for invocation in run["invocations"]:
        keys(invocation, "invocation", ["executionSuccessful"], ["toolExecutionNotifications"])
        need(isinstance(invocation["executionSuccessful"], bool), "executionSuccessful")
        for note in invocation.get("toolExecutionNotifications", []):
            keys(note, "notification", ["message"], ["level", "locations"])
            message(note["message"], "notification")
            need(note["level"] in LEVELS, "notification's level")
            locations(note["locations"], "notification")


main()

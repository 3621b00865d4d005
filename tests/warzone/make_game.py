#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
#
# make_game.py GAME MOD    writes a small game and a mod over it, each as a .wz archive. The mod has
# one fault of each kind that the check of mods knows, and the game lacks one model of the program.
import json
import re
import sys
import zipfile

PROGRAM = """fxsexp fxlexp fxdust fxsmoke parthead partlegs partarm partbody cybitrkt cybitlg1 cybitgun
cybitbod fxatexp fxssteam fxplasma fxblip cyshadow mitrnshd fxblood fxssmoke fxft fxpower fxmflare mirain
misnow fxssplsh fxexpdrt fxlightr fxl3dshk blipenm blipres blipart miwrek1 miwrek2 miwrek3 miwrek4 miwrek5
midebr1 midebr2 midebr3 midebr4 midebr5 fxflecht arrow mirnum1""".split()


def model(texture="page-1.png", connectors=0, event=None):
    text = "PIE 3\nTYPE 200\nTEXTURE 0 %s 0 0\n" % texture
    if event:
        text += "EVENT 1 %s\n" % event
    text += "LEVELS 1\nLEVEL 1\nPOINTS 3\n\t0 0 0\n\t10 0 0\n\t0 10 0\n"
    text += "POLYGONS 1\n\t200 3 0 1 2 0 0 1 0 0 1\n"
    if connectors:
        text += "CONNECTORS %d\n" % connectors + "\t0 0 5\n" * connectors
    return text


def pretty(value):
    return json.dumps(value, indent=1)


game = {"effects/%s.pie" % name: model() for name in PROGRAM if name != "fxblood"}
game.update({
    "texpages/page-1.png": "an image",
    "components/bodies/hull.pie": model(connectors=2),
    "components/prop/tracks.pie": model(),
    "components/weapons/gun.pie": model(connectors=1),
    "structs/tower.pie": model(connectors=1),
    "stats/body.json": pretty({"Hull": {
        "name": "Big Hull", "model": "HULL.PIE", "designable": 1,
        "propulsionExtraModels": {"Tracks": {"left": "tracks.pie"}}}}),
    "stats/propulsion.json": pretty({
        "Tracks": {"model": "tracks.pie", "type": "Tracked", "designable": 1}}),
    "stats/weapons.json": pretty({"Gun": {"model": "gun.pie", "designable": 1}}),
    "stats/structure.json": pretty({"Tower": {
        "type": "DEFENSE", "structureModel": ["tower.pie"], "weapons": ["Gun"]}}),
})

weapons = {"Gun": {"model": "gun.pie", "designable": 1},
           "Laser": {"model": "laser.pie", "hitGfx": "beam.pie"}}
structure = {"Tower": {"type": "DEFENSE", "structureModel": ["tower.pie"],
                       "weapons": ["Gun", "Laser"]}}
mod = {
    # A model that is missing, and one whose image is.
    "stats/weapons.json": pretty(weapons),
    "effects/beam.pie": model(texture="page-9.png"),
    # Two weapons and one connector.
    "stats/structure.json": pretty(structure),
    # A propulsion that players can combine with a body that has no models for it.
    "diffs/wheels/stats/propulsion.json": pretty({
        "Wheels": {"model": "wheels.pie", "type": "Wheeled", "designable": 1}}),
    "components/prop/wheels.pie": model(event="spinning.pie"),
    "components/prop/Wheels2.pie": model(),
    "graphics_overrides/curr/components/bodies/hull.pie": model(connectors=1),
    "structs/forgotten.pie": model(),
    "messages/news.json": '{\n "A": {"imdName": "gun.pie"},\n "B": {"imdName": }\n}\n',
}

for path, files in ((sys.argv[1], game), (sys.argv[2], mod)):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])

// SPDX-License-Identifier: MIT
//
// The viewer in Chromium: what people do with it.
import "./viewer_open.mjs";
import "./viewer_view.mjs";
import "./viewer_panels.mjs";
import "./viewer_embedded.mjs";
import "./viewer_access.mjs";

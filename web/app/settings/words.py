"""What the settings say."""

from app.words import *
from pyrules.core.english import amount

ROLLS, THIS_DEVICE, YOUR_DATA = "How rolls look", "This device", "Your data"
HOUSE_RULES_ABOUT = "How each game is judged, from the next roll on. What is in the log stays as it was judged."
by_default = "by default: {}".format
weighed_by = "Odds of the test in the form, {}:".format
moved = "{}, now {}".format
MOVES_NOTHING, TOO_LONG = "no chance of that test changes", "takes too long to work out"
KEEP_FOR_GOOD = "Keep it for good"
KEPT_FOR_GOOD = "This browser keeps it for good."
NOT_FOR_GOOD = "The browser may delete it when storage runs low. Ask it to keep it for good, or save the log as a file."
SAFARI_FORGETS = (
    "Safari deletes what a site has stored after seven days without a visit. It leaves an installed app alone."
)
PUT_OFF = "Later"
DELETE_EVERYTHING = "Delete everything"
DELETE_SURE = "Delete it all, for good"
DELETE_ABOUT = (
    "This cannot be undone. It takes the log, your own games with their rolls, presets and settings. Export first if"
    " you may want log and games again."
)
DELETED = "Everything is deleted. The app itself stays."

NO_STUN_SERVER = "this is no server's address, so none is asked; write it as in stun.example.org:3478"

THE_APP = "The app"
INSTALL = "Install"
INSTALLED = "Installed on this device."
INSTALL_IOS = "To install it, tap Share in Safari, then Add to Home Screen."
INSTALL_MAC = "To install it, choose Add to Dock in the File menu of Safari."
BEGINS_EMPTY = "Installed, it begins with an empty log: export yours here, and import the file there."
PASTE_LINK, OPEN_LINK = "Paste a link", "Open"
LINKS_LEAD_ASTRAY = (
    "On an iPhone or iPad, links open in the browser, which has a log of its own. Pasted here, they open in the app."
)
NO_LINK = "This is no link to a test or a roll. Copy the whole link and paste it again."
WHAT_IS_INSIDE = "Licences"
BILL_OF_MATERIALS = "List of parts (SBOM)"
TAKE_ALONG = "Download the app"
TAKE_ALONG_ABOUT = "The whole app in one file of 7 MB. It opens with a double tap, without a connection or this site."
TAKING_ALONG = "Putting the file together. This takes a few seconds."
TAKEN_ALONG = "The file pyrules.html is saved."
ONE_FILE = "Everything is in this one file. It works without a connection and sends nothing anywhere."
ON_THE_WEB = "The app on the web"
NEWER_FILES_ELSEWHERE = (
    "Newer versions are where this file came from. It knows no site, so Share gives a text without a link."
)
NOT_OFFLINE_YET = "Not yet stored for use without a connection."
version = "Version {}".format
newer_files = "Newer versions of this file are in the settings of the app on the web, {}".format
not_taken_along = "The file could not be put together: {}. Connect and try again.".format
ruling_behind = "Why? Ruling {}".format
rules_changed = "{} changed".format


def held_here(lines: int, unread: int, games: int) -> str:
    """Say what this browser keeps, and what of it a file takes along."""
    more = f", {amount(unread, 'unreadable record')}" if unread else ""
    own = f", {amount(games, 'game of your own', 'games of your own')}" if games else ""
    held = f"Only in this browser: {amount(lines, 'entry', 'entries')} of the log{more}{own}, presets, settings."
    return f"{held} A file has {'log and games' if games else 'the log'}, no presets or settings."


def not_exported(rolls: int) -> str:
    """Say how many rolls no exported file has."""
    if not rolls:
        return "Every roll is in the last exported file."
    return f"{amount(rolls, 'roll is', 'rolls are')} not in any exported file yet."


ASIDE = "You are at another device's table. Its log is not stored in this browser; this is what is stored of your own."

"""Helpers of the tests of the browsers, which other tests use too."""

APIS = "asked for before it is used, or its error is caught"


GUARDED = {
    APIS: (
        "api.Navigator.bluetooth",
        "api.Navigator.canShare",
        "api.Navigator.share",
        "api.Navigator.userActivation",
        "api.Navigator.vibrate",
        "api.Navigator.wakeLock",
        "api.ClipboardItem",
        "api.trustedTypes",
        "api.StorageAccessHandle.estimate",  # here of StorageManager, in Safari since 17
        "api.AbortSignal.any_static",
        "api.Window.showDirectoryPicker",
        "javascript.builtins.ArrayBuffer.resizable",
        "javascript.builtins.Promise.withResolvers",
        "javascript.builtins.Symbol.asyncDispose",
        "javascript.builtins.Symbol.dispose",
        "javascript.builtins.Uint8Array.toBase64",
    ),
    "page.mjs shows and hides what a button names": (
        "html.global_attributes.popover",
        "html.elements.button.popovertarget",
        "html.elements.button.popovertargetaction",
        "css.selectors.popover-open",
    ),
    "what is narrow, simple or plain is seen instead": (
        "css.selectors.has",  # layout.css asks whether it is known
        "css.selectors.selection",  # iOS has a selection of its own, through which letters are read
        "css.types.color.color-mix",
        "css.types.length.viewport_percentage_units_dynamic",
        "css.types.length.viewport_percentage_units_small",
        "css.properties.field-sizing",
        "css.properties.overflow-anchor",  # Safari does not move by itself what is in sight
        "css.properties.text-wrap",
        "css.properties.scrollbar-width",
        "css.properties.font-family.ui-monospace",
        "css.properties.ascent-override",
        "css.properties.descent-override",
        "css.properties.line-gap-override",
        "css.properties.size-adjust",
        "css.properties.text-decoration.dotted",
        "css.at-rules.page",
        "html.elements.link.rel.icon",
    ),
    "for browsers that have such a thing: a mouse and its menu, forced colours, keyboards that help, early modules": (
        "api.Element.contextmenu_event",
        "css.properties.cursor.default",
        "css.properties.cursor.grab",
        "css.properties.cursor.grabbing",
        "css.properties.cursor.pointer",
        "css.properties.forced-color-adjust",
        "css.properties.resize",
        "css.selectors.-moz-progress-bar",
        "css.selectors.-webkit-progress-bar",
        "css.selectors.-webkit-progress-value",
        "html.elements.link.rel.manifest",
        "html.elements.link.rel.modulepreload",
        "html.elements.meta.name.viewport",
        "html.global_attributes.autocapitalize",
        "html.global_attributes.autocorrect",
    ),
    "known by another name as well": ("css.properties.print-color-adjust.exact",),
}
"""Features that have a guard or a fallback, by what that is."""

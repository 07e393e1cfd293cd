// The first script of a pen, a frame without an origin in which a text by anybody runs. The page around it hands in the files
// of the app, the looks, and the one port that leads out (workshop/pen.mjs). Nothing else comes in.
"use strict";
globalThis.pen = new Promise((given) => {
  addEventListener("message", function hear({ source, data, ports }) {
    if (source !== parent || !ports.length) return;
    removeEventListener("message", hear);
    const style = new CSSStyleSheet();
    const away = '#top [href="#/"], [data-on="print"], [data-on$="picture"]'; // there is no first page here, and no way out
    style.replaceSync(`${data.style} ${away} { display: none }`);
    document.adoptedStyleSheets = [style];
    given({ ...data, port: ports[0] });
  });
});
globalThis.trustedTypes?.createPolicy("default", {
  createScriptURL: (url) => (url.startsWith("blob:null/") ? url : undefined),
});
for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"]) delete globalThis[name]; // no policy keeps it from the network
for (const script of document.querySelectorAll("meta[http-equiv], script:not([data-path])")) script.remove();

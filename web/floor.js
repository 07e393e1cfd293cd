// Before all else, and in words that any browser knows: one that lacks what the page is made with is told what is needed,
// and nothing begins. Streams that unpack came last to Safari and Firefox, containers that are asked for their size to Chrome.
(function () {
  if (window.DecompressionStream && CSS.supports("container-type", "inline-size")) return;
  var policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "script-src 'none'"; // no script that follows runs
  document.getElementsByTagName("head")[0].appendChild(policy);
  document.addEventListener("DOMContentLoaded", function () {
    document.body.textContent =
      "The dice table needs a newer browser: Chrome or Edge 105, Firefox 114, or Safari 16.4 (iOS 16.4), or later.";
  });
})();

// Between host and view, on a site of its own: the view runs in a frame that has no origin.

const inner = document.createElement("iframe");
inner.setAttribute("sandbox", "allow-scripts allow-forms");
inner.title = "A question";
inner.style.cssText = "border: 0; width: 100%; height: 100%; position: absolute; inset: 0";

addEventListener("message", ({ source, data }) => {
  if (source === inner.contentWindow) parent.postMessage(data, "*");
  else if (source !== parent) return;
  else if (data?.method === "ui/notifications/sandbox-resource-ready") {
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  } else inner.contentWindow?.postMessage(data, "*");
});
const ready = { jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} };
parent.postMessage(ready, "*");

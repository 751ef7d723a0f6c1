using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .desk),
    (name = "storage", disk = (path = "storage", writable = true)),
  ],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const desk :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.js")],
  compatibilityDate = "2026-01-01",
  durableObjectNamespaces = [(className = "Desk", uniqueKey = "desk", enableSql = true)],
  durableObjectStorage = (localDisk = "storage"),
  bindings = [(name = "DESK", durableObjectNamespace = "Desk")],
);

import { createRemoteSource } from "../source/remote-source.js";
import { mount } from "./mount.js";

// The page that a server gives: everything it shows is asked of that server.

const { source, connection } = createRemoteSource();
mount(source, connection);

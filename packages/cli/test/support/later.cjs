// Loaded into a process before its program: there it is later than it is. A model takes a while
// between two calls; tests do not wait for that.
const now = Date.now.bind(Date);
const later = Number(process.env.READBACK_TEST_LATER);
Date.now = () => now() + later;

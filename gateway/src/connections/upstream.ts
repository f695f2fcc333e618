const SOCKET = "unix:";

/** Where a service listens, as a part of the options of `http.request`: a host and port, or a Unix socket. */
export interface Upstream {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  readonly pathname: string;
  readonly socketPath?: string;
}

/** @param url - such as `http://content:8080` or `unix:/run/user/1000/colophon-x/content.sock`. */
export function upstreamOf(url: string): Upstream {
  if (url.startsWith(SOCKET))
    return { protocol: "http:", hostname: "localhost", host: "localhost", port: "", pathname: "/", socketPath: url.slice(SOCKET.length) };
  const { protocol, hostname, port, pathname } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, ""); // an IPv6 address
  return { protocol, hostname: name, host: name, port, pathname };
}

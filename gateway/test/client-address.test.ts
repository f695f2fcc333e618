import { expect, test } from "@jest/globals";
import { createClientReader } from "../src/requests/client-address.ts";

const readClient = createClientReader(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);

test.each([
  ["no proxy in front: the socket's own", "203.0.113.5", undefined, "203.0.113.5"],
  ["a header from someone untrusted counts for nothing", "203.0.113.5", "1.1.1.1", "203.0.113.5"],
  ["a trusted proxy is believed", "10.1.2.3", "1.1.1.1", "1.1.1.1"],
  ["the last untrusted one counts, not what it claims", "10.1.2.3", "6.6.6.6, 1.1.1.1, 10.9.9.9", "1.1.1.1"],
  ["with proxies only, the first of them", "10.1.2.3", "10.5.5.5, 10.6.6.6", "10.5.5.5"],
  ["an IPv4 address in IPv6 clothes", "::ffff:203.0.113.5", undefined, "203.0.113.5"],
  ["a trusted proxy in IPv6 clothes", "::ffff:10.0.0.1", "::ffff:1.1.1.1", "1.1.1.1"],
  ["an IPv6 proxy", "fd00::1", "2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["a port behind the address", "10.1.2.3", "1.1.1.1:443", "1.1.1.1"],
  ["a port behind an IPv6 address", "10.1.2.3", "[2001:db8::1]:443", "2001:db8::1"],
  ["nonsense ends the walk", "10.1.2.3", "1.1.1.1, unknown, 10.2.2.2", "10.2.2.2"],
  ["octal and short spellings are nonsense", "10.1.2.3", "010.1.1.1", "10.1.2.3"],
  ["an empty header", "10.1.2.3", "", "10.1.2.3"],
])("%s", (_name, socket, forwarded, address) => {
  expect(readClient(socket, forwarded, undefined).address).toBe(address);
});

test("an IPv6 caller counts by its /64, an IPv4 caller by itself", () => {
  expect(readClient("2001:db8:a:b:c:d:e:f", undefined, undefined).limitKey).toBe("2001:db8:a:b::/64");
  expect(readClient("::1", undefined, undefined).limitKey).toBe("0:0:0:0::/64");
  expect(readClient("::ffff:1.2.3.4", undefined, undefined).limitKey).toBe("1.2.3.4");
});

test("the scheme is taken from the first trusted proxy", () => {
  expect(readClient("10.0.0.1", "1.1.1.1", "https").scheme).toBe("https");
  expect(readClient("10.0.0.1", undefined, "HTTPS, http").scheme).toBe("https");
  expect(readClient("203.0.113.5", "1.1.1.1", "https").scheme).toBe("http");
  expect(createClientReader()("10.0.0.1", "1.1.1.1", "https")).toMatchObject({ address: "10.0.0.1", scheme: "http" });
});

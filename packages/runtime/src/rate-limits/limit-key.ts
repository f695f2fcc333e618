import ipaddr from "ipaddr.js";

/** The key of an address for a limit: itself for IPv4, its /64 for IPv6; all invalid addresses count as one caller. */
export function limitKeyOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** The network of an address: its /24 for IPv4, its /64 for IPv6; an invalid address is its own network. */
export function networkOf(address: string): string {
  const key = limitKeyOf(address);
  return key.includes(".") ? `${key.slice(0, key.lastIndexOf("."))}.0/24` : key;
}

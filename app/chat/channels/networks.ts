import { type NetworkName, networkNames } from "../../../rules/channels";

/** The network that a URL names; undefined when it is none. */
export function parseNetwork(name: string | undefined): NetworkName | undefined {
  return networkNames.find((one) => one === name);
}

const mark = "unproven:";

/**
 * The id of a conversation with an address for which nobody vouches, while the address itself is a known customer's: so
 * that whoever writes in their name is not taken for them.
 */
export function unprovenId(address: string): string {
  return `${mark}${address}`;
}

/** Where an answer goes. */
export function mailboxAddress(external_id: string): string {
  return external_id.startsWith(mark) ? external_id.slice(mark.length) : external_id;
}

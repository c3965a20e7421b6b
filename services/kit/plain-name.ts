/** A person's name that a mail may carry for a stranger: letters, no link and no slogan of any length. */
export function isPlain(name: string): boolean {
  return /^[\p{L}\p{M}][\p{L}\p{M}'’. -]{0,59}$/u.test(name) && !/\.\p{L}/u.test(name);
}

/** The same for a company's or a role's name: digits as well, but no telephone number, and "&". */
export function isPlainCompany(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&(), .-]{0,59}$/u.test(name) && !/\.[\p{L}\p{N}]|\p{N}{7}/u.test(name);
}

/** Whoever writes the name chooses it: without a plain one the mail begins without. */
export function greeting(name: string): string {
  return isPlain(name) ? `Hello ${name},` : "Hello,";
}

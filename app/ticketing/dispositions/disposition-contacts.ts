type Contact = { name: string; email: string };

/** "Amina <amina@example.com>", a line each. */
export function contactsText(contacts: readonly Contact[]): string {
  return contacts.map(({ name, email }) => (name ? `${name} <${email}>` : email)).join("\n");
}

/** What was typed, a contact a line (or with commas between them); what is no address comes back in words. */
export function contactsFrom(text: string): { found: Contact[] } | { wrong: string } {
  const found: Contact[] = [];
  for (const line of text.split(/[\n,;]/).map((part) => part.trim())) {
    if (line === "") continue;
    const named = /^(.*?)\s*<\s*([^<>\s]+)\s*>$/.exec(line);
    const email = named?.[2] ?? line;
    if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email))
      return { wrong: `“${line}” is not an email address. Enter Amina <amina@example.com>, or only the address.` };
    found.push({ name: named?.[1]?.replace(/^"|"$/g, "") ?? "", email });
  }
  return found.length > 20 ? { wrong: "At most twenty contacts." } : { found };
}

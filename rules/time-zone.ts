/** Whether the runtime knows the zone: an IANA name, nothing that PostgreSQL would read as a rule of its own. */
export function isTimeZone(name: string): boolean {
  return /^(?:UTC|[A-Z][A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2})$/.test(name) && knownZone(name);
}

function knownZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

import type { MailPolicy } from "../../connectors/email/imap";
import { openSmtpPool, type SmtpPool } from "../../connectors/email/smtp-pool";
import { type HostRow, openHost } from "./store";

const mostPools = 50;
const connections = 2;

/** The connections to the accounts' own hosts, kept while they are used; one that was changed is opened anew. */
export function hostPools({ secret, policy }: { secret: string; policy: MailPolicy }) {
  const pools = new Map<string, { version: number; pool: SmtpPool }>();

  function end(account: string): void {
    pools.get(account)?.pool.close();
    pools.delete(account);
  }

  return {
    poolOf(account: string, row: HostRow): SmtpPool {
      const version = row.changed_at.getTime();
      const known = pools.get(account);
      if (known && known.version !== version) end(account);
      const { host, port, security, user, password } = openHost(secret, account, row);
      const url = new URL(
        `${security === "tls" ? "smtps" : "smtp"}://${host.includes(":") ? `[${host}]` : host}:${port}`,
      );
      url.username = encodeURIComponent(user);
      url.password = encodeURIComponent(password);
      if (security === "none") url.searchParams.set("tls", "none");
      const pool = pools.get(account)?.pool ?? openSmtpPool(url, { connections, policy });
      pools.delete(account);
      pools.set(account, { version, pool });
      const [oldest] = pools.keys();
      if (pools.size > mostPools && oldest !== undefined) end(oldest);
      return pool;
    },
    close() {
      for (const account of [...pools.keys()]) end(account);
    },
  };
}

import { openSmtpPool } from "../connectors/email/smtp-pool";
import { addressBytes, block, inBlock } from "../kit/address";
import { type ServicePlatform, serviceModule } from "../kit/module";
import { startReading } from "./bounces/read";
import { email } from "./contract";
import type { EmailDeps, EmailUpstreams } from "./deps";
import { txtResolver } from "./senders/dns";
import { startSending } from "./sending/sending";
import { emailService, waitingMailings } from "./service";
import { type EmailModuleSettings, emailSettings } from "./settings";

/** E-mail to customers: templates, own domains, mailings and what comes back. */
export const emailModule = serviceModule({
  contract: email,
  settings: emailSettings,
  start(platform: ServicePlatform<EmailModuleSettings, EmailUpstreams>) {
    const { database, settings, log, clientsOfAccount, loadFile, secret, publicUrl } = platform;
    const allowed = settings.MAIL_HOSTS_ALLOWED.map(block);
    const deps: EmailDeps = {
      ...{ clientsOfAccount, loadFile, secret, publicUrl },
      bounceDomain: settings.EMAIL_BOUNCE_DOMAIN ?? domainOf(settings.MAIL_FROM),
      resolveTxt: txtResolver(settings.EMAIL_DNS),
      mailPolicy: {
        allow(address) {
          const bytes = addressBytes(address);
          return bytes !== undefined && allowed.some((one) => inBlock(bytes, one));
        },
      },
    };
    const onError = (err: unknown) => log.error({ err }, "emails");
    const url = settings.EMAIL_SMTP_URL ?? settings.SMTP_URL;
    return {
      served: emailService(database, deps, platform.options),
      context: { database, deps },
      startWork() {
        const parts: { stop(): Promise<unknown> }[] = [];
        if (url) {
          const connections = settings.EMAIL_CONNECTIONS;
          const pool = openSmtpPool(new URL(url), { connections });
          parts.push(startSending(database, deps, { pool, connections, onError }));
        }
        const mailbox = settings.EMAIL_BOUNCE_MAILBOX;
        if (mailbox) parts.push(startReading(database, deps, { mailbox, onError }));
        return { stop: () => Promise.all(parts.map((part) => part.stop())) };
      },
      queues: { mailings: () => waitingMailings(database) },
    };
  },
});

/** "Jibu <no-reply@jibu.example>" is jibu.example. */
function domainOf(from: string | undefined): string {
  return /@([^\s<>@]+?)>?$/.exec(from ?? "")?.[1]?.toLowerCase() ?? "localhost";
}

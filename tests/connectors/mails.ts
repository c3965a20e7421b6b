/** A raw mail by its header lines and its body; lines end as on the wire. */
export function rawMail(headers: Record<string, string>, body = "Hello"): Buffer {
  const given = {
    From: "Wanjiru <wanjiru@shamba.test>",
    To: "support@savanna.test",
    Date: "Sat, 21 Nov 2026 10:00:00 +0300",
    Subject: "My order",
    ...headers,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body.replace(/\r?\n/g, "\r\n")}\r\n`);
}

type Part = { type: string; body: string; headers?: Record<string, string> };

/** A mail of several parts. */
export function multipart(headers: Record<string, string>, parts: readonly Part[], type = "multipart/mixed"): Buffer {
  const written = parts.map(({ type: kind, body, headers: more = {} }) => {
    const lines = Object.entries({ "Content-Type": kind, ...more }).map(([name, value]) => `${name}: ${value}`);
    return `--b1\n${lines.join("\n")}\n\n${body}\n`;
  });
  const how = type.includes("boundary") ? type : `${type}; boundary="b1"`;
  return rawMail({ ...headers, "MIME-Version": "1.0", "Content-Type": how }, `${written.join("")}--b1--`);
}

/** A report of a mail host about a mail (RFC 3464). */
export function report(about: string, given: { action: string; status: string; said?: string; id?: string }): Buffer {
  const { action, status, said = "smtp; 550 5.1.1 no such user", id = `report-${Math.random()}@mx.test` } = given;
  return multipart(
    {
      From: "Mail Delivery System <MAILER-DAEMON@mx.test>",
      "Return-Path": "<>",
      "Message-ID": `<${id}>`,
      Subject: "Undelivered Mail Returned to Sender",
      "Auto-Submitted": "auto-replied",
    },
    [
      { type: "text/plain", body: "I'm sorry to have to inform you" },
      {
        type: "message/delivery-status",
        body: `Reporting-MTA: dns; mx.test\n\nFinal-Recipient: rfc822; wanjiru@shamba.test\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: ${said}`,
      },
      {
        type: "message/rfc822",
        body: `From: support@savanna.test\nMessage-ID: <${about}>\nSubject: Re: My order\n\nHi`,
      },
    ],
    'multipart/report; report-type=delivery-status; boundary="b1"',
  );
}

export const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

import type { StatusKind } from "../../kit/ui/status";

/** One colour, and with it one shape, for each type of action (Q084); the words say what it was. */
const types: [StatusKind, RegExp][] = [
  ["bad", /\b(removed|deleted|erased|ended|off|refused|rejected|suspended|revoked|cancelled|failed|taken)\b/i],
  ["warn", /\b(password|permission|role|sign-in|recovery|two-factor|retention|paused)/i],
  ["good", /\b(created|added|accepted|approved|paid|invited|on|restored|made|granted|opened)\b/i],
  ["info", /\b(changed|issued|applied|set|renamed|sent|edited|updated|moved)\b/i],
];

export function actionColour(action: string): StatusKind {
  return types.find(([, words]) => words.test(action))?.[0] ?? "none";
}

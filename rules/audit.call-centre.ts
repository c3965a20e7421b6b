/** What is done to a call centre's settings, call flows and voicemails: a part of `auditActions`. */
export const callCentreActions = {
  "Voicemail opened": { subject: "voicemail", tone: "none" },
  "Call flow added": { subject: "call flow", tone: "good" },
  "Call flow changed": { subject: "call flow", tone: "info" },
  "Call flow switched on": { subject: "call flow", tone: "good" },
  "Call flow switched off": { subject: "call flow", tone: "warn" },
  "Call flow removed": { subject: "call flow", tone: "bad" },
  "Robocall composed": { subject: "robocall", tone: "info" },
  "Robocall started": { subject: "robocall", tone: "good" },
  "Robocall paused": { subject: "robocall", tone: "warn" },
  "Robocall resumed": { subject: "robocall", tone: "good" },
  "Robocall stopped": { subject: "robocall", tone: "bad" },
  "Call centre changed": { subject: "call centre", tone: "info" },
  "Call number added": { subject: "call centre", tone: "good" },
  "Call number changed": { subject: "call centre", tone: "info" },
  "Call number removed": { subject: "call centre", tone: "bad" },
} as const;

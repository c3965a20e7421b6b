import type { InvitationAnswer } from "../../../rules/invitation-answers";
import type { Appointment } from "../../../services/crm/contract.appointments";
import type { StatusKind } from "../../kit/ui/status";

export const appointmentWords: Record<Appointment["state"], { word: string; kind: StatusKind }> = {
  scheduled: { word: "Scheduled", kind: "info" },
  done: { word: "Done", kind: "good" },
  cancelled: { word: "Called off", kind: "none" },
};

export const answerKinds: Record<InvitationAnswer, StatusKind> = {
  accepted: "good",
  tentative: "warn",
  declined: "bad",
};

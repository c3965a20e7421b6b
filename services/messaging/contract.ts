import { contract } from "../kit/contract";
import { blastCalls } from "./contract.blasts";
import { contactCalls } from "./contract.contacts";

export const messaging = contract("messaging", { ...contactCalls, ...blastCalls });

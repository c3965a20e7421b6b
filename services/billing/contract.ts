import { contract } from "../kit/contract";
import { approvalCalls } from "./contract.approvals";
import { invoiceCalls } from "./contract.invoices";
import { paymentCalls } from "./contract.payments";
import { productCalls } from "./contract.products";
import { statementCalls } from "./contract.statement";
import { walletCalls } from "./contract.wallet";

export const billing = contract("billing", {
  ...walletCalls,
  ...productCalls,
  ...paymentCalls,
  ...invoiceCalls,
  ...statementCalls,
  ...approvalCalls,
});

// /voice/outbound/dispositions.csv - the calls out of that search with their dispositions
import { exported } from "../kit/lists/export.server";
import { outboundDispositions } from "./outbound.dispositions.list";

export const loader = exported("/voice/outbound/dispositions.csv", outboundDispositions);

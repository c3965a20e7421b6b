// /voice/voicemails.csv - the voicemails of that search
import { exported } from "../kit/lists/export.server";
import { voicemails } from "./voicemails.list";

export const loader = exported("/voice/voicemails.csv", voicemails);

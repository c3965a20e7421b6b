/** The queued jobs of data protection. */
export const requestTask = "identity.person-request";
export const dropTask = "identity.drop-archive";
export const retentionTask = "identity.retention";

/** The kind of record that a request is, in activities and as the owner of its archive. */
export const subject = "person-request";

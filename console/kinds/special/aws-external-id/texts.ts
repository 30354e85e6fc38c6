/** The texts of this folder. */

export const copyTheId = "Copy the id";
export const rotated = "Rotated: {moment}";
export const theTrustPolicyOfEvery = "The trust policy of every role";
export const copyThePolicy = "Copy the policy";
export const trustPolicy = "Trust policy";
export const rotateTheExternalId = "Rotate the external id?";
export const awsRolesWhoseTrustPolicy =
  "AWS roles whose trust policy requires the current id stop working until their policy has the new one. The old id cannot be restored.";

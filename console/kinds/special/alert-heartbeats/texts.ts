/** The texts of this folder. */

export const url = "URL";
export const copyTheUrl = "Copy the URL";
export const aJobCalls =
  "A job calls it when it has run: curl -fsS --retry 3 with this URL. Add /start where it begins and /fail where it failed.";
export const rotateTheUrl = "Rotate the URL?";
export const jobsThatCallThePresent =
  "Jobs that call the present URL get an error and are no signals any more, until they call the new one. The old URL cannot be restored.";
export const checkThisEveryAndGrace = "<strong>Check this:</strong> Every and Grace together are {message}.";

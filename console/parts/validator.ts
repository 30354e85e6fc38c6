/** What the rules of the service take of the package validator, and no more: all of it is 37 KB that no page asks for. */
import isEmail from "validator/lib/isEmail.js";
import isFQDN from "validator/lib/isFQDN.js";

export default { isEmail, isFQDN };

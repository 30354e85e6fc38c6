/** The provider's version: of its mirror's folder, its file's name and its user agent. */
export const version = "0.1.0";

/** Under which configurations name the provider. */
export const address = "registry.terraform.io/orgconfig/orgconfig";

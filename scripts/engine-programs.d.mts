export function enginePrograms(): string;
/** Puts the templates of Debian's Alertmanager where it reads them. */
export function placeAlertmanagerTemplates(): void;

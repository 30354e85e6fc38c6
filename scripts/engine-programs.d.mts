export function enginePrograms(): string;
/** The folder that rsyslog is unpacked in, as it would be at the root. */
export function syslogPrograms(): string;
/** Puts the templates of Debian's Alertmanager where it reads them. */
export function placeAlertmanagerTemplates(): void;

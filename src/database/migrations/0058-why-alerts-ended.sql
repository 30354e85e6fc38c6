-- Why an alert ended that nobody measured an end of, such as that its check was deleted; null where it was measured.
ALTER TABLE alerts ADD COLUMN ended_because text;

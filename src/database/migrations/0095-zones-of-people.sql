-- @back 94: mails are on the clocks of the organization again
-- On whose clocks a person reads the times of mails; null: those of the organization.
ALTER TABLE users ADD COLUMN timezone text;

-- A link that an org_admin passes on proves nothing about the address; those from before were the operator's, or mailed.
ALTER TABLE password_resets ADD COLUMN proves_address boolean NOT NULL DEFAULT true;

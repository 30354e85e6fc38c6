-- Whether a message may have been taken by a try that is not known to have gone well: its answer was lost. Null for what
-- was last tried before this was kept: any try may have.
ALTER TABLE deliveries ADD COLUMN maybe_arrived boolean;

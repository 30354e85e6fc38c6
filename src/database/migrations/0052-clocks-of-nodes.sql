-- By how many seconds each node's own clock is ahead of this database's; negative where it is behind, null where nobody
-- knows: whoever asks one node learns of all.
ALTER TABLE nodes ADD COLUMN ahead_seconds double precision;

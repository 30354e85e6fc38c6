-- A node keeps what it holds, and takes what nobody holds any more.
UPDATE audit_forwarding SET holder = :holder, held_until = :until
WHERE holder = :holder OR holder IS NULL OR held_until IS NULL OR held_until < :now
RETURNING only_row

-- Holds off writers of its rows, which need a shared lock on it.
SELECT id FROM organizations WHERE id = :id FOR UPDATE

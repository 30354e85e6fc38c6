-- In the transaction of the write that closes it.
UPDATE status_pages SET awaited_version = version WHERE organization_id = :organization_id
RETURNING version

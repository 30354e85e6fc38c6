UPDATE status_pages SET awaited_version = NULL
WHERE organization_id = :organization_id AND awaited_version <= :version::bigint

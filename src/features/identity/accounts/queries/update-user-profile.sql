-- @param timezone: nullable
UPDATE users SET name = :name, timezone = :timezone WHERE id = :id

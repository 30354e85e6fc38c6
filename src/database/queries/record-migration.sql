-- @param back_to, back_loses: nullable
INSERT INTO schema_migrations (version, name, checksum, back_to, back_loses)
VALUES (:version, :name, :checksum, :back_to, :back_loses)

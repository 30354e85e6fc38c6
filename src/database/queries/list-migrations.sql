SELECT version, name, checksum, back_to AS "backTo", back_loses AS "backLoses" FROM schema_migrations ORDER BY version

"""What `pm help` prints (PackageManagerShellCommand.onHelp), of the commands that are here."""

from __future__ import annotations

HELP = """Package manager (package) commands:
  help
    Print this help text.

  path [--user USER_ID] PACKAGE
    Print the path to the .apk of the given PACKAGE.

  dump PACKAGE
    Print various system state associated with the given PACKAGE.

  has-feature FEATURE_NAME [version]
    Prints true and returns exit status 0 when system has a FEATURE_NAME,
    otherwise prints false and returns exit status 1

  list features
  list packages [-f] [-d] [-e] [-s] [-q] [-3] [-i] [-l] [-u] [-U] [--show-versioncode] [--user USER_ID] [FILTER]
  list permissions
  list users

  resolve-activity [--brief] [--components] [--query-flags FLAGS] [--user USER_ID] INTENT
  query-activities [--brief] [--components] [--query-flags FLAGS] [--user USER_ID] INTENT

  install [-rtgdf] [-i PACKAGE] [-S BYTES] [--user USER_ID] [PATH|-]
  install-create [-rtgdf] [-i PACKAGE] [-S BYTES] [--user USER_ID]
  install-write [-S BYTES] SESSION_ID SPLIT_NAME [PATH|-]
  install-commit SESSION_ID
  install-abandon SESSION_ID
  install-existing [--user USER_ID] PACKAGE
  uninstall [-k] [--user USER_ID] [--versionCode VERSION_CODE] PACKAGE [SPLIT...]
  clear [--user USER_ID] PACKAGE
  enable [--user USER_ID] PACKAGE_OR_COMPONENT
  disable-user [--user USER_ID] PACKAGE_OR_COMPONENT
  grant [--user USER_ID] PACKAGE PERMISSION
  revoke [--user USER_ID] PACKAGE PERMISSION
  set-permission-flags [--user USER_ID] PACKAGE PERMISSION [FLAGS..]
  clear-permission-flags [--user USER_ID] PACKAGE PERMISSION [FLAGS..]
  get-app-links [--user USER_ID] [PACKAGE]"""

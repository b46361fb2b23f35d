// Drives the phone with @devicefarmer/adbkit through an adb server's port; prints what it saw as one line of JSON.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const { Adb } = require('@devicefarmer/adbkit');

const [port, serial, apk, folder] = process.argv.slice(2);
const Collect = Adb.util.readAll;

async function main() {
  const client = Adb.createClient({ host: '127.0.0.1', port: Number(port) });
  const device = client.getDevice(serial);
  const seen = {};
  seen.version = await client.version();
  seen.devices = (await client.listDevices()).map((one) => [one.id, one.type]);
  seen.shell = (await Collect(await device.shell('echo hello; id -u'))).toString();
  seen.properties = (await device.getProperties())['ro.product.model'];
  seen.features = Object.keys(await device.getFeatures()).slice(0, 3);
  const data = crypto.randomBytes(3 << 20);
  fs.writeFileSync(folder + '/kit', data);
  await ended(await device.push(folder + '/kit', '/data/local/tmp/kit'));
  const back = await Collect(await device.pull('/data/local/tmp/kit'));
  seen.same = Buffer.compare(data, back) === 0;
  seen.stat = (await device.stat('/data/local/tmp/kit')).size;
  seen.listed = (await device.readdir('/data/local/tmp')).some((one) => one.name === 'kit' && one.isFile());
  const picture = await Collect(await device.screencap());
  seen.png = picture.subarray(1, 4).toString();
  const frame = await device.framebuffer('raw');
  seen.frame = [frame.meta.width, frame.meta.height, frame.meta.bpp];
  frame.destroy();
  seen.installed = await device.install(apk);
  seen.known = await device.isInstalled('com.github.uiautomator');
  await device.startActivity({ component: 'com.github.uiautomator/.MainActivity' });
  seen.uninstalled = await device.uninstall('com.github.uiautomator');
  seen.packages = (await device.getPackages()).length > 10;
  seen.forwarded = await device.forward('tcp:0', 'tcp:9').then(() => true, () => false);
  await device.reverse('tcp:9555', 'tcp:9556');
  seen.reversed = (await device.listReverses()).map((one) => [one.remote, one.local]);
  await device.waitForDevice();
  fs.writeFileSync(folder + '/seen.json', JSON.stringify(seen));
}

function ended(transfer) {
  return new Promise((resolve, reject) => transfer.on('end', resolve).on('error', reject));
}

main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
